import type { Env } from './env.ts'

interface Started {
  env: Env
  version: string
  address: string
  generatedPassword: string | undefined
}

/** What `npm start` prints once it listens. The password is told here once and never again. */
export function startBlock({ env, version, address, generatedPassword }: Started): string {
  const lines: [string, string][] = [
    ['Dirección', address],
    ['Datos', env.DATABASE_URL ? 'PostgreSQL de DATABASE_URL' : env.DATA_DIR],
  ]
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
    '',
    '  Ctrl+C para terminar',
    '',
  ].join('\n')
}
