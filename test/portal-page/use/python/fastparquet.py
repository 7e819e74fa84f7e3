"""Stands in for the Parquet reader of pandas, of which Debian has no package: pandas opens the address, and Node decodes the file."""

import json
import os
import subprocess

import pandas

__version__ = "2024.2.0"


class ParquetFile:
    def __init__(self, handle, **_options):
        self.content = handle.read()

    def to_pandas(self, **_options):
        rows = subprocess.run([os.environ["NODE"], os.environ["READ_PARQUET"]], input=self.content, stdout=subprocess.PIPE, check=True)
        return pandas.DataFrame(json.loads(rows.stdout))
