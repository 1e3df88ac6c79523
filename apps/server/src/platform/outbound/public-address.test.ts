import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1'],
  ...['172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  // Loopback, unspecified, link-local with and without a zone, unique local, site-local, multicast.
  ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'fec0::1', 'ff02::1'],
  // IPv4 in IPv6: mapped, compatible, NAT64 and its local prefix, 6to4, Teredo.
  ...['::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1'],
  ...['2002:7f00:1::', '2001::1', '2001:db8::1', '3fff::1', '100::1', '5f00::1', '2606:4700::1%eth0'],
  ...['', 'localhost', '1.2.3', '0177.0.0.1', '2130706433', '[::1]'],
])('I15.12: %s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '192.0.1.1',
  '2606:4700::1111',
  '2a00:1450::1',
])('I15.12: %s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})
