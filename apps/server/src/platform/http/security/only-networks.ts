import { BlockList, isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Responds with 403 to every request from outside these addresses and networks. */
export function onlyNetworks(app: FastifyInstance, networks: readonly string[]): void {
  const allowed = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) allowed.addAddress(address, family)
    else allowed.addSubnet(address, Number(bits), family)
  }
  app.addHook('onRequest', async ({ ip }, reply) => {
    // An IPv4 address may be written as IPv6.
    const address = /^::ffff:([\d.]+)$/i.exec(ip)?.[1] ?? ip
    if (!allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))
      return reply.code(403).type('text/plain; charset=utf-8').send('Not allowed from this network.\n')
  })
}
