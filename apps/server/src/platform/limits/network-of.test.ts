import { expect, test } from 'vitest'
import { networkOf, rangeOf } from './network-of.ts'

test('a network is an IPv4 address or the /64 of an IPv6 one, however it is written', () => {
  for (const [address, network] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:DB8:0:7::1', '2001:db8:0:7::/64'],
    ['2001:db8:0:7:ffff:ffff:ffff:ffff', '2001:db8:0:7::/64'],
    ['2001:0db8::7:0:0:0:1', '2001:db8:0:7::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['1::ffff:192.0.2.7', '1:0:0:0::/64'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['::ffff:1234', '0:0:0:0::/64'],
    ['1:2:3:4:5:6:192.0.2.33', '1:2:3:4::/64'],
    ['::1:2:3:4:192.168.100.133', '0:0:1:2::/64'],
    ['::1:2:3:4:192.168.100.133%eth0', '0:0:1:2::/64'],
    ['a session', 'a session'],
  ] as const)
    expect(networkOf(address)).toBe(network)
})

test('a range is the /24 of an IPv4 address or the /48 of an IPv6 one, however it is written', () => {
  for (const [address, range] of [
    ['192.0.2.7', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.0/24'],
    ['2001:DB8:5:7::1', '2001:db8:5::/48'],
    ['a session', 'a session'],
  ] as const)
    expect(rangeOf(address)).toBe(range)
})
