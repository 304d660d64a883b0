// A file that imports both `Testing` and `UIKit` imports this module, too. In the SDK it attaches images to tests.
