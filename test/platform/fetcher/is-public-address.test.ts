import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isPublicAddress } from '#platform/fetcher/guard.ts';

describe('an address is private when it is', () => {
  test.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.1.2.3'],
    ['private', '172.31.255.255'],
    ['private', '192.168.0.1'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local', '169.254.169.254'],
    ['shared by carriers', '100.64.0.1'],
    ['for protocols', '192.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.7'],
    ['documentation', '203.0.113.9'],
    ['benchmarking', '198.18.0.1'],
    ['relay', '192.88.99.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['unique local', 'fd00::1'],
    ['multicast', 'ff02::1'],
    ['discarded', '100::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['benchmarking', '2001:2::1'],
    ['ORCHID', '2001:20::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped in hexadecimal', '::ffff:7f00:1'],
    ['mapped public', '::ffff:8.8.8.8'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:7f00:1::'],
    ['segment routing', '5f00::1'],
    ['unassigned', '4000::1'],
    ['public with a zone', '2606:4700::1111%1'],
  ])('an address is private: %s: %s', (_range, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '93.184.215.14',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00:1450:4007:80e::200e',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

test.each(['0177.0.0.1', '0x7f.1', '2130706433', '127.1', '8.8', '', 'example.com', '[2606:4700::1111]'])(
  '%j is not the notation of a resolver, and so not public',
  (address) => expect(isPublicAddress(address)).toBe(false),
);

test('no IPv6 address with an IPv4 address inside is public', () => {
  const prefixes = fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::');
  fc.assert(
    fc.property(prefixes, fc.ipV4(), (prefix, inner) => {
      expect(isPublicAddress(prefix + inner)).toBe(false);
    }),
  );
});
