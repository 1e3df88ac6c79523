#!/bin/sh
# Builds a Debian package from the release's npm package, for the architecture of this machine: needs dpkg-deb and npm.
# usage: build.sh candor-VERSION.tgz [FOLDER]
set -eu
here=$(dirname "$(realpath "$0")")
package=$(realpath "$1")
to=$(realpath "${2:-.}")
for tool in dpkg-deb npm; do
  command -v "$tool" > /dev/null || { echo "$tool is missing: the package cannot be built here." >&2; exit 2; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root="$work/candor"
mkdir -p "$root/usr/lib/candor" "$root/usr/bin" "$root/usr/lib/systemd/system" "$root/DEBIAN"
chmod 755 "$work"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-499162500}
export SOURCE_DATE_EPOCH

tar xzf "$package" -C "$root/usr/lib/candor" --strip-components=1
npm ci --prefix "$root/usr/lib/candor" --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
# npm's note of what it installed names the moment.
rm -f "$root/usr/lib/candor/node_modules/.package-lock.json"
chmod 755 "$root/usr/lib/candor/candor.mjs"
ln -s ../lib/candor/candor.mjs "$root/usr/bin/candor"
cp "$here/../systemd/candor.service" "$root/usr/lib/systemd/system/candor.service"

version=$(node -p 'require(process.argv[1]).version' "$root/usr/lib/candor/package.json")
cat > "$root/DEBIAN/control" << CONTROL
Package: candor
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: The Candor contributors <packages@candor.example>
Depends: nodejs (>= 20.19), adduser, ca-certificates
Section: net
Priority: optional
Description: self-hostable trading platform that cannot quietly be run against its customers
 Web app, console, server and an embedded PostgreSQL in one service.
CONTROL
cat > "$root/DEBIAN/postinst" << 'POSTINST'
#!/bin/sh
set -e
if [ "$1" = configure ]; then
  getent passwd candor > /dev/null || adduser --system --group --home /var/lib/candor --no-create-home candor
  [ ! -d /run/systemd/system ] || systemctl daemon-reload
  [ -e /var/lib/candor ] || echo 'Next: candor setup --data /var/lib/candor as the user candor, then systemctl enable --now candor.'
  install -d -o candor -g candor -m 0711 /var/lib/candor
fi
POSTINST
cat > "$root/DEBIAN/prerm" << 'PRERM'
#!/bin/sh
set -e
# An upgrade leaves the service running: it serves its pages from memory until it is restarted.
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl disable --now candor.service || true; fi
PRERM
chmod 755 "$root/DEBIAN/postinst" "$root/DEBIAN/prerm"
find "$root" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zzstd --build "$root" "$to" > /dev/null
echo "candor_${version}_$(dpkg --print-architecture).deb is in $to."
