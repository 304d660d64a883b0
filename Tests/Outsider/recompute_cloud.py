"""Downloads in an event file: photos that are in the cloud, and when their files come."""
from cloud_model import CloudModel


class CloudAccount:
    def __init__(self, account, said):
        """`said` is what the configuration says of the cloud."""
        self.account = account
        self.model = CloudModel(
            said["percent"], said["latency-ns"], said["bytes-per-second"], said["downloads-max"], said["seed"])
        self.running, self.here = {}, set()  # item -> when it ends; items
        self.downloads = self.bytes = self.unwanted = 0

    def lacks(self, item):
        """A decode of the item's full image needs a file that is not here."""
        library = self.account.library
        return self.model.holds(item) and item not in self.here and not library.gives_thumbnail(item)

    def is_wanted(self, item):
        return any(key[0] == item for key in self.account.queued)

    def on_download(self, event):
        item, library = event["item"], self.account.library
        encoded = library.assets[item][2]
        if not self.lacks(item) or item in self.running:
            self.account.doubt("item %d is downloaded, but its file is here or on its way" % item)
        if not self.is_wanted(item):
            self.account.doubt("item %d is downloaded, but no job of it is queued" % item)
        if (event["bytes"], event["cost"]) != (encoded, self.model.time(encoded)):
            self.account.doubt("the download of item %d is of %d bytes and takes %d ns" % (
                item, encoded, self.model.time(encoded)))
        self.running[item] = event["t"] + event["cost"]
        if len(self.running) > self.model.downloads:
            self.account.doubt("%d downloads run, at most %d may" % (len(self.running), self.model.downloads))
        self.downloads += 1
        self.bytes += event["bytes"]

    def on_downloaded(self, event):
        item = event["item"]
        if self.running.pop(item, None) != event["t"]:
            self.account.doubt("the download of item %d does not end now" % item)
        self.here.add(item)
        self.unwanted += not self.is_wanted(item)

    def metrics(self):
        return {"downloads": self.downloads, "downloaded-bytes": self.bytes, "unwanted-downloads": self.unwanted}
