import type { AddressInfo, Server } from 'node:net'
import { archivosLocation, type Env } from './env.ts'

interface StartupInfo {
  env: Env
  version: string
  address: string
  /** PostgreSQL's. */
  serverVersion: string
  metricsAddress: string | undefined
  generatedPassword: string | undefined
  /** Somebody sits in front of it, who can press keys. */
  isTerminal?: boolean
}

/** What `npm start` prints once it listens. The password is told here once and never again. */
export function startupBanner(info: StartupInfo): string {
  const { env, version, address, serverVersion, metricsAddress, generatedPassword } = info
  const { isTerminal = process.stdout.isTTY } = info
  const lines: [string, string][] = [
    ['Dirección', address],
    ['Datos', env.DATABASE_URL ? 'PostgreSQL de DATABASE_URL' : env.DATA_DIR],
    ['PostgreSQL', serverVersion],
  ]
  // With the embedded database it is one place, unless somebody said another.
  if (env.DATABASE_URL || env.ARCHIVOS_DIR || env.ARCHIVOS_S3_URL)
    lines.push(['Archivos', archivosLocation(env)])
  if (metricsAddress) lines.push(['Métricas', metricsAddress])
  if (generatedPassword) {
    lines.push(['Usuario', env.ADMIN_USERNAME])
    lines.push(['Contraseña', `${generatedPassword}   (anótala: no se vuelve a mostrar)`])
  }
  const rows = lines.map(([label, value]) => `  ${label.padEnd(12)}${value}`)
  return [
    '',
    `  ${env.EMPRESA_NOMBRE} · versión ${version}`,
    '',
    ...rows,
    ...(isTerminal ? ['', '  Ctrl+C para terminar'] : []),
    '',
  ].join('\n')
}

/** Where a server that listens is reached. */
export function serverUrl(server: Server, host: string): string {
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
