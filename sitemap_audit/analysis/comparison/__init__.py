"""What has changed since an earlier audit."""
