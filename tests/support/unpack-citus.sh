#!/usr/bin/env bash
# unpack-citus.sh FOLDER INTO: a PostgreSQL of its own in INTO, with the Citus extension in FOLDER. Prints its programs for TEST_CITUS.
# The extension needs PostgreSQL's newest minor release; the installed one may be older, and other tests use that.
set -euo pipefail
archive=$(realpath "$1"/citus-*.tar.xz); into=$(realpath -m "$2"); programs=usr/lib/postgresql/15
mkdir -p "$into"; cd "$into"; chmod 755 .
download() { apt-get download -qq -o APT::Sandbox::User=root postgresql-15; }
{ download || { apt-get update -qq && download; }; } >&2
dpkg-deb -x postgresql-15_*.deb .
rm postgresql-15_*.deb
tar xJf "$archive" -C .
cp "/$programs/bin/psql" "$programs/bin/"
echo "$into/$programs/bin"
