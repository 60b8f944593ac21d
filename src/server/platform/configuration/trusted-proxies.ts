import { BlockList, isIP } from 'node:net'

/** Reads addresses and networks (10.0.0.0/8) as a test of addresses, or null where one of them is neither. */
export function trustedProxies(text: string): ((address: string) => boolean) | null {
  const list = new BlockList()
  for (const part of text.split(',').map((entry) => entry.trim())) {
    const [address = '', prefix, ...rest] = part.split('/')
    const family = familyOf(address)
    if (family === null || rest.length > 0) return null
    if (prefix === undefined) list.addAddress(address, family)
    else if (isPrefix(prefix, family)) list.addSubnet(address, Number(prefix), family)
    else return null
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    const family = familyOf(plain)
    return family !== null && list.check(plain, family)
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  if (version === 4) return 'ipv4'
  return version === 6 ? 'ipv6' : null
}

function isPrefix(text: string, family: 'ipv4' | 'ipv6'): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= (family === 'ipv4' ? 32 : 128)
}
