import type { AddressInfo, Server } from 'node:net'
import { archivosLocation, type Env } from './env.ts'

interface StartupInfo {
  env: Env
  version: string
  address: string
  /** Version of PostgreSQL. */
  serverVersion: string
  metricsAddress: string | undefined
  generatedPassword: string | undefined
  isTerminal?: boolean
}

/** Returns the text that `npm start` prints. Only here does the operator see the generated password. */
export function startupBanner(info: StartupInfo): string {
  const { env, version, address, serverVersion, metricsAddress, generatedPassword } = info
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

export function serverUrl(server: Server, host: string): string {
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
