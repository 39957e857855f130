/** What a server must be (libpq's target_session_attrs). */
const roles = ['any', 'read-write', 'read-only', 'primary', 'standby'] as const
export type ServerRole = (typeof roles)[number]

/** One server of an address, and what it must be to be taken. */
interface DatabaseServer {
  url: string
  role: ServerRole
}

/**
 * The servers of an address as libpq reads it, in the order in which they are tried: `postgres://a,b:5433/base`, or
 * `?host=a,b&port=…`, with `target_session_attrs`. @returns none when it is no such address
 */
export function parseServers(address: string): DatabaseServer[] {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#\s]*@)?)([^/?#@\s]*)(\S*)$/.exec(address) ?? []
  const urls = hosts.split(',').map((host) => before + host + after)
  const isWrong = (urls.length > 1 && /(^|,)(,|$)/.test(hosts)) || !(hosts || after)
  if (isWrong || !urls.every((url) => URL.canParse(url))) return []
  const asked = new URL(urls[0] ?? '').searchParams.get('target_session_attrs') ?? 'any'
  const all = (role: ServerRole) => urls.flatMap(hostsOfQuery).map((url) => ({ url, role }))
  if (asked === 'prefer-standby') return [...all('standby'), ...all('any')]
  return roles.filter((role) => role === asked).flatMap(all)
}

function hostsOfQuery(url: string): string[] {
  const { searchParams } = new URL(url)
  const [hosts, ports] = ['host', 'port'].map((name) => searchParams.get(name)?.split(',') ?? [])
  if (!hosts || hosts.length < 2) return [url]
  return hosts.map((host, i) => {
    const one = new URL(url)
    one.searchParams.set('host', host)
    const port = ports?.[i] ?? ports?.[0]
    if (port) one.searchParams.set('port', port)
    else one.searchParams.delete('port')
    return one.href
  })
}
