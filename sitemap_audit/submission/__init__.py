"""Submit the changed URLs of a site to IndexNow (https://www.indexnow.org/documentation)."""
