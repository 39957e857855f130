import type { AddressInfo, Server } from 'node:net'
import { archivosLocation, type Env } from './env.ts'

interface StartupInfo {
  env: Env
  version: string
  address: string
  /** Version of PostgreSQL. */
  serverVersion: string
  metricsAddress: string | undefined
  isTerminal?: boolean
}

const formatRow = ([label, value]: [string, string]) => `  ${label.padEnd(12)}${value}`

/** Returns the lines with the generated password, which the operator sees only here. */
export const firstLogin = (username: string, password: string) =>
  [
    '',
    formatRow(['Usuario', username]),
    formatRow(['Contraseña', `${password}   (anótala: no se vuelve a mostrar)`]),
    '',
  ].join('\n')

/** Returns the text that `npm start` prints once it listens. */
export function startupBanner(info: StartupInfo): string {
  const { env, version, address, serverVersion, metricsAddress } = info
  const { isTerminal = process.stdout.isTTY } = info
  const lines: [string, string][] = [
    ['Dirección', address],
    ['Datos', env.DATABASE_URL ? 'PostgreSQL de DATABASE_URL' : env.DATA_DIR],
    ['PostgreSQL', serverVersion],
  ]
  // By default, files are in DATA_DIR with the embedded database.
  if (env.DATABASE_URL || env.ARCHIVOS_DIR || env.ARCHIVOS_S3_URL)
    lines.push(['Archivos', archivosLocation(env)])
  if (metricsAddress) lines.push(['Métricas', metricsAddress])
  return [
    '',
    `  ${env.EMPRESA_NOMBRE} · versión ${version}`,
    '',
    ...lines.map(formatRow),
    ...(isTerminal ? ['', '  Ctrl+C para terminar'] : []),
    '',
  ].join('\n')
}

export function serverUrl(server: Server, host: string): string {
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
