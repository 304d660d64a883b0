# In continuous integration: fails with 2 where a count got worse.
lab-run gate --decode none
