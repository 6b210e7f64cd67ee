import { isIPv6 } from 'node:net';

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':');
}

/** A caller's key in rate limits: the IPv4 address, or the /64 network of an IPv6 address, which one subscriber owns. */
export function networkOf(address: string): string {
  const plain = address.split('%', 1)[0] ?? address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = groupsOf(head);
  const right = groupsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...right];
  const network = groups.slice(0, 4).map((group) => (Number.parseInt(group, 16) || 0).toString(16));
  return `${network.join(':')}::/64`;
}
