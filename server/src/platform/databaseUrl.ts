/** Required role of a server (libpq's target_session_attrs). */
const roles = ['any', 'read-write', 'read-only', 'primary', 'standby'] as const
export type ServerRole = (typeof roles)[number]

interface DatabaseServer {
  url: string
  role: ServerRole
}

/**
 * Parses a connection URL as libpq does: `postgres://a,b:5433/base` or `?host=a,b&port=…`, target_session_attrs.
 * @returns the servers in the order of connection attempts; none if the URL is invalid
 */
export function parseServers(connectionUrl: string): DatabaseServer[] {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#\s]*@)?)([^/?#@\s]*)(\S*)$/.exec(connectionUrl) ?? []
  const urls = hosts.split(',').map((host) => before + host + after)
  const isWrong = (urls.length > 1 && /(^|,)(,|$)/.test(hosts)) || !(hosts || after)
  if (isWrong || !urls.every((url) => URL.canParse(url))) return []
  const required = new URL(urls[0] ?? '').searchParams.get('target_session_attrs') ?? 'any'
  const all = (role: ServerRole) => urls.flatMap(hostsOfQuery).map((url) => ({ url, role }))
  if (required === 'prefer-standby') return [...all('standby'), ...all('any')]
  return roles.filter((role) => role === required).flatMap(all)
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
