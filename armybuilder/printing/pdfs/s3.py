"""Files on an S3 server. Only a site with S3_BUCKET loads this, and its library."""

from botocore.config import Config
from storages.backends.s3 import S3Storage


class S3Files(S3Storage):
    """A storage with short timeouts, which needs only what other S3 servers offer as well."""

    client_config = Config(
        connect_timeout=5,
        read_timeout=20,
        retries={"total_max_attempts": 2, "mode": "standard"},
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
    )
    default_acl = None
    file_overwrite = True
    max_memory_size = 1  # byte: files are sent from disk
