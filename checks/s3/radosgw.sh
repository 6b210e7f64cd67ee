#!/bin/bash
# A real S3 server (Ceph's radosgw) on loopback, from Debian's packages, unpacked into PACKAGES and never installed.
# usage: radosgw.sh PACKAGES DIR MONITOR_PORT S3_PORT ACCESS_KEY SECRET_KEY
# Writes DIR/pids (name and id of each process); ends when the server responds.
set -euo pipefail
packages=$(realpath -m "$1"); dir=$(realpath -m "$2"); monitor_port=$3; s3_port=$4; access_key=$5; secret_key=$6
mkdir -p "$packages"/{debs,root} "$dir"/{run,mon,osd,log}
cd "$dir"

# Packages of the simulated installation that an unpacked server never uses.
unused='lvm2|dmeventd|cryptsetup|smartmontools|nvme-cli|sudo|logrotate|parted|dmidecode|xfsprogs|hdparm|gdisk|uuid-runtime|popt|python3-(requests|urllib3|chardet|idna|certifi|charset)'
root=$packages/root
if [ ! -x "$root/usr/bin/radosgw" ]; then
  (
    cd "$packages/debs"
    names=$(apt-get install -s --no-install-recommends ceph-mon ceph-osd radosgw | awk '/^Inst/{print $2}' | grep -vE "$unused")
    # shellcheck disable=SC2086
    apt-get download $names >/dev/null 2>&1
    for package in *.deb; do dpkg -x "$package" "$root"; done
  )
fi

bin=$root/usr/bin; lib=$(echo "$root"/usr/lib/*-linux-gnu)
export LD_LIBRARY_PATH=$lib:$root/lib/$(basename "$lib"):$lib/ceph:$root/usr/lib/ceph
export CEPH_CONF=$dir/ceph.conf PYTHONPATH=$root/usr/lib/python3/dist-packages
cluster=$(cat /proc/sys/kernel/random/uuid); disk=$(cat /proc/sys/kernel/random/uuid)
cat > ceph.conf <<CONF
[global]
fsid=$cluster
mon host=v1:127.0.0.1:$monitor_port
public addr=127.0.0.1
cluster addr=127.0.0.1
ms bind msgr2=false
auth cluster required=none
auth service required=none
auth client required=none
osd pool default size=1
osd pool default min size=1
osd pool default pg num=1
osd pool default pgp num=1
osd crush chooseleaf type=0
mon allow pool size one=true
mon max pg per osd=1000
osd objectstore=memstore
memstore device bytes=1000000000
osd data=$dir/osd
mon data=$dir/mon
run dir=$dir/run
admin socket=$dir/run/\$name.asok
log file=$dir/log/\$name.log
mon cluster log file=$dir/log/cluster.log
pid file=$dir/run/\$name.pid
plugin dir=$lib/ceph
erasure code dir=$lib/ceph/erasure-code
osd class dir=$lib/rados-classes
osd class load list=*
osd class default list=*
rgw frontends=beast endpoint=127.0.0.1:$s3_port
keyring=/dev/null
CONF

trap '[ $? = 0 ] || echo "the S3 server did not start; see $dir/log" >&2' EXIT
: > pids
# Each command takes seconds. Without a limit, one would wait forever for a monitor that doesn't start.
ceph() { timeout 60 python3 "$bin/ceph" -c ceph.conf "$@" >/dev/null 2>&1; }
"$bin/monmaptool" --create --clobber --fsid "$cluster" --addv a "[v1:127.0.0.1:$monitor_port]" mon.map >/dev/null 2>&1
"$bin/ceph-authtool" --create-keyring mon.keyring --gen-key -n mon. --cap mon 'allow *' >/dev/null
"$bin/ceph-mon" --mkfs -i a --monmap mon.map --keyring mon.keyring -c ceph.conf >/dev/null 2>&1
"$bin/ceph-mon" -f -i a -c ceph.conf >log/mon.out 2>&1 & echo "mon $!" >> pids
for _ in $(seq 40); do sleep .5; timeout 2 "$bin/rados" -c ceph.conf lspools >/dev/null 2>&1 && break; done
"$bin/ceph-osd" -i 0 --mkfs --osd-uuid "$disk" -c ceph.conf >/dev/null 2>&1
ceph osd new "$disk"
"$bin/ceph-osd" -f -i 0 -c ceph.conf >log/osd.out 2>&1 & echo "osd $!" >> pids
for pool in .rgw.root default.rgw.{log,control,meta} default.rgw.buckets.{index,data,non-ec}; do
  ceph osd pool create "$pool" 1
done
timeout 120 "$bin/radosgw-admin" -c ceph.conf user create --uid=test --display-name=test --access-key="$access_key" --secret-key="$secret_key" >/dev/null 2>&1
"$bin/radosgw" -f -n client.rgw.a -c ceph.conf >log/rgw.out 2>&1 & echo "rgw $!" >> pids
for _ in $(seq 120); do
  curl -sf -m 2 "http://127.0.0.1:$s3_port" >/dev/null && exit 0
  sleep .5
done
exit 1
