#!/bin/sh
# Builds the OCI image from the release's npm package and Debian's packages, without a daemon: needs root, buildah, mmdebstrap and npm.
# usage: build.sh candor-VERSION.tgz [NAME[:TAG]]
set -eu
package=$(realpath "$1")
name=${2:-candor:latest}
suite=${DEBIAN_SUITE:-trixie}
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
for tool in buildah mmdebstrap npm; do
  command -v "$tool" > /dev/null || { echo "$tool is missing: the image cannot be built here." >&2; exit 2; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"

# Times come from the package: the same package and the same Debian give the same files.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-499162500}
export SOURCE_DATE_EPOCH

mkdir -p "$work/rootfs"
mmdebstrap --quiet --variant=essential --include=nodejs,ca-certificates \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  "$suite" "$work/rootfs" "$mirror"

mkdir -p "$work/rootfs/usr/lib/candor"
tar xzf "$package" -C "$work/rootfs/usr/lib/candor" --strip-components=1
npm ci --prefix "$work/rootfs/usr/lib/candor" --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
ln -s ../lib/candor/candor.mjs "$work/rootfs/usr/bin/candor"
chmod 755 "$work/rootfs/usr/lib/candor/candor.mjs"
mkdir -p "$work/rootfs/var/lib/candor"
echo 'candor:x:10001:10001:Candor:/var/lib/candor:/usr/sbin/nologin' >> "$work/rootfs/etc/passwd"
echo 'candor:x:10001:' >> "$work/rootfs/etc/group"
chown 10001:10001 "$work/rootfs/var/lib/candor"
chmod 711 "$work/rootfs/var/lib/candor"

container=$(buildah from scratch)
# As an archive: a copied folder would belong to root whole.
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --numeric-owner -C "$work/rootfs" -cf "$work/rootfs.tar" .
buildah add --quiet "$container" "$work/rootfs.tar" / > /dev/null
buildah config \
  --user 10001:10001 --workingdir /var/lib/candor --volume /var/lib/candor --port 3000 \
  --env CANDOR_DATA=/var/lib/candor --env NODE_OPTIONS=--max-semi-space-size=64 \
  --entrypoint '["/usr/bin/candor"]' --cmd start --stop-signal SIGTERM \
  --label org.opencontainers.image.title=Candor --label org.opencontainers.image.licenses=Apache-2.0 \
  "$container"
buildah commit --quiet --timestamp "$SOURCE_DATE_EPOCH" --rm "$container" "$name" > /dev/null
echo "$name is built."
