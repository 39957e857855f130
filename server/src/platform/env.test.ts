import { resolve } from 'node:path'
import { StartError } from '@flota/postgres/startError.ts'
import { describe, expect, test } from 'vitest'
import { readEnv } from './env.ts'

describe('readEnv without variables', () => {
  test('returns the defaults of docs/contract/configuration.md', () => {
    expect(readEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: resolve('data'),
      BACKUP_DIR: undefined,
      DATABASE_URL: undefined,
      ADMIN_USERNAME: 'admin',
      ADMIN_PASSWORD: undefined,
      EMPRESA_NOMBRE: 'Transportes',
      TZ_EMPRESA: 'America/Guatemala',
      TRUST_PROXY: false,
      URL_PUBLICA: undefined,
      SMTP_URL: undefined,
      CORREO_REMITENTE: undefined,
      METRICS_PORT: undefined,
      LOG_LEVEL: 'info',
    })
  })

  test('ignores an empty variable', () => {
    const names = Object.keys(readEnv({}))
    expect(readEnv(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readEnv({}))
  })
})

describe('S3 variables', () => {
  const three = (purpose: string) => ({
    [`${purpose}_URL`]: 'https://s3.example.com/cubo',
    [`${purpose}_KEY`]: 'LLAVE',
    [`${purpose}_SECRET`]: 'muy-secreto',
  })

  test.each(['ARCHIVOS_S3', 'RESPALDO_S3'])('%s: throws when URL, KEY or SECRET is missing', (purpose) => {
    expect(readEnv(three(purpose))).toMatchObject({ ...three(purpose), [`${purpose}_REGION`]: 'us-east-1' })
    for (const name of Object.keys(three(purpose))) {
      const read = () => readEnv({ ...three(purpose), [name]: '' })
      expect(read).toThrow(new RegExp(`^${name} [^\\n]{10,}$`))
      expect(read).not.toThrow('muy-secreto')
    }
  })

  test('ARCHIVOS_S3: throws beside ARCHIVOS_DIR; RESPALDO_S3 works with either', () => {
    const both = { ARCHIVOS_DIR: '/srv/fotos', ...three('ARCHIVOS_S3') }
    expect(() => readEnv(both)).toThrow(/^ARCHIVOS_DIR y ARCHIVOS_S3_URL [^\n]{10,}$/)
    const { ARCHIVOS_DIR, ...store } = both
    for (const env of [{ ARCHIVOS_DIR }, store])
      expect(readEnv({ ...env, ...three('RESPALDO_S3') }).RESPALDO_S3_KEY).toBe('LLAVE')
  })

  test.each([
    ['https://s3.example.com:9000/cubo/a/b/', 'https://s3.example.com:9000/cubo/a/b'],
    ['http://localhost:9000/cubo', 'http://localhost:9000/cubo'],
    ['http://127.0.0.2/cubo', 'http://127.0.0.2/cubo'],
    ['http://[::1]:9000/cubo', 'http://[::1]:9000/cubo'],
  ])('%s: accepted', (value, expected) => {
    expect(readEnv({ ...three('ARCHIVOS_S3'), ARCHIVOS_S3_URL: value }).ARCHIVOS_S3_URL).toBe(expected)
  })

  test.each([
    's3.example.com/cubo',
    's3://cubo',
    'https://s3.example.com',
    'https://s3.example.com/',
    'https://s3.example.com/cubo//a',
    'https://s3.example.com/cubo?a=1',
    'https://ana:clave@s3.example.com/cubo',
    'http://s3.example.com/cubo',
    'http://10.0.0.5:9000/cubo',
    'http://127.0.0.1.example.com/cubo',
  ])('%s: rejected', (value) => {
    const read = () => readEnv({ ...three('ARCHIVOS_S3'), ARCHIVOS_S3_URL: value })
    expect(read).toThrow(/^ARCHIVOS_S3_URL [^\n]{10,}$/)
  })
})

describe('readEnv: accepts a valid value', () => {
  test.each([
    ['PORT', '0', 0],
    ['PORT', '65535', 65_535],
    ['HOST', '0.0.0.0', '0.0.0.0'],
    ['HOST', '::1', '::1'],
    ['DATA_DIR', 'una carpeta', resolve('una carpeta')],
    ['DATA_DIR', '/srv/flota/datos', '/srv/flota/datos'],
    ['BACKUP_DIR', 'copias', resolve('copias')],
    ['BACKUP_DIR', 'off', 'off'],
    ['DATABASE_URL', 'postgres://u:c@h/b', 'postgres://u:c@h/b'],
    [
      'DATABASE_URL',
      'postgresql://u:c%23@h:5433/b?sslmode=require',
      'postgresql://u:c%23@h:5433/b?sslmode=require',
    ],
    ['DATABASE_URL', 'postgresql:///b?host=/run/postgresql', 'postgresql:///b?host=/run/postgresql'],
    ...[
      'postgres://u:c@a:5432,b:5433/base?target_session_attrs=read-write',
      'postgres://a,b,[::1]:5434/base?target_session_attrs=prefer-standby',
      'postgresql:///base?host=/run/a,/run/b&port=5432,5433&target_session_attrs=primary',
    ].flatMap((value): [string, string, string][] => [
      ['DATABASE_URL', value, value],
      ['DATABASE_REPLICA_URL', value, value],
    ]),
    ['ADMIN_USERNAME', 'Jefa de ñandúes', 'Jefa de ñandúes'],
    ['ADMIN_USERNAME', '🚚'.repeat(60), '🚚'.repeat(60)],
    ['ADMIN_PASSWORD', '  con espacios  ', '  con espacios  '],
    ['EMPRESA_NOMBRE', 'Fletes & Hermanos "SA"', 'Fletes & Hermanos "SA"'],
    ['TZ_EMPRESA', 'Europe/Madrid', 'Europe/Madrid'],
    ['TZ_EMPRESA', 'UTC', 'UTC'],
    ['TRUST_PROXY', 'false', false],
    ...['https://flota.miempresa.gt', 'http://10.0.0.5:3000', 'http://[::1]:3000', 'https://x.gt/flota'].map(
      (value): [string, string, string] => ['URL_PUBLICA', value, value],
    ),
    ['METRICS_PORT', '9091', 9091],
    ['LOG_LEVEL', 'trace', 'trace'],
    ['LOG_LEVEL', 'silent', 'silent'],
  ])('%s=%s', (name, value, expected) => {
    expect(readEnv({ [name]: value })).toMatchObject({ [name]: expected })
  })

  test.each(['10.0.0.1', '10.0.0.1, ::1', '10.0.0.0/8', 'fd00::/8, 192.168.1.0/24'])(
    'TRUST_PROXY=%s',
    (value) => {
      expect(readEnv({ TRUST_PROXY: value }).TRUST_PROXY).toEqual(value.split(',').map((each) => each.trim()))
    },
  )
})

describe('readEnv: throws one line with the variable when a value is invalid', () => {
  test.each([
    ...['abc', '-1', '65536', '3000.5', '0x50', '1e3', '99999999', ' 80', '80;'].map((value) => [
      'PORT',
      value,
    ]),
    ...['dos palabras', 'x'.repeat(300), '127.0.0.1:80', 'http://x'].map((value) => ['HOST', value]),
    ...[
      'flota.miempresa.gt',
      'ftp://flota.miempresa.gt',
      'https://',
      'https://flota.miempresa.gt/',
      'https://x.gt?a=1',
      'https://x.gt#a',
      'https://ana:clave@x.gt',
      'https://dos palabras',
      `https://${'x'.repeat(200)}.gt`,
    ].map((value) => ['URL_PUBLICA', value]),
    ...[
      'mysql://u@h/b',
      'h/b',
      'postgres://',
      'postgres:// u@h/b',
      'postgres://u:c@h:puerto/b',
      'sí',
      'postgres://a,,b/base',
      'postgres://a,/base',
      'postgres://a:1,b:puerto/base',
      'postgres://a,b/base?target_session_attrs=jefe',
    ].map((value) => ['DATABASE_URL', value]),
    ...['   ', 'x'.repeat(61)].map((value) => ['ADMIN_USERNAME', value]),
    ...['   ', 'x'.repeat(101)].map((value) => ['EMPRESA_NOMBRE', value]),
    ...['Guatemala', 'America/Nada', 'GMT-6', '   '].map((value) => ['TZ_EMPRESA', value]),
    ...[
      'sí',
      'yes',
      '1',
      'TRUE',
      '10.0.0',
      '999.1.1.1',
      '10.0.0.0/33',
      '10.0.0.1,,::1',
      '::1/129',
      'proxy.local',
      ',',
    ].map((value) => ['TRUST_PROXY', value]),
    ...[
      'smtp.empresa.gt',
      'http://smtp.empresa.gt',
      'smtp://',
      'smtp://u:c@',
      'smtp://u:c@h:puerto',
      'smtp://u:c@h/carpeta',
      'smtp://u:c@h?tls.rejectUnauthorized=false',
      'smtp://u:c@h#x',
      'smtp://u:dos palabras@h',
    ].map((value) => ['SMTP_URL', value]),
    ...[
      'flota',
      'flota@',
      'flota@empresa.gt, otra@empresa.gt',
      'Flota <flota>',
      'Flota flota@empresa.gt',
      'Flota\nBcc: x <flota@empresa.gt>',
      'flota@empresa.gt\r\nBcc: otra@empresa.gt',
    ].map((value) => ['CORREO_REMITENTE', value]),
    ...['-1', '1.5', '1e3', '9999999999', 'mucho'].map((value) => ['DISCO_MINIMO_MB', value]),
    ...['si', '65536', '127.0.0.1:9091'].map((value) => ['METRICS_PORT', value]),
    ...['INFO', 'verbose', '30'].map((value) => ['LOG_LEVEL', value]),
  ])('%s=%s', (name = '', value = '') => {
    const read = () => readEnv({ [name]: value })
    expect(read).toThrow(StartError)
    expect(read).toThrow(new RegExp(`^${name} [^\\n]{10,}$`))
  })

  test('mail: throws when only one of its variables is set', () => {
    for (const SMTP_URL of [
      'smtp://127.0.0.1:25',
      'smtps://[::1]',
      'smtp://flota%40empresa.gt:cl%2Fave@smtp.empresa.gt:587/',
    ]) {
      for (const CORREO_REMITENTE of ['flota@empresa.gt', 'Los de Flota <flota@empresa.gt>'])
        expect(readEnv({ SMTP_URL, CORREO_REMITENTE })).toMatchObject({ SMTP_URL, CORREO_REMITENTE })
    }
    expect(() => readEnv({ SMTP_URL: 'smtp://u:clave-secreta@h' })).toThrow(
      new StartError('SMTP_URL pide también CORREO_REMITENTE: define las dos, o ninguna.'),
    )
    expect(() => readEnv({ CORREO_REMITENTE: 'flota@empresa.gt' })).toThrow(
      new StartError('CORREO_REMITENTE pide también SMTP_URL: define las dos, o ninguna.'),
    )
  })

  test('errors never contain the value', () => {
    expect(() => readEnv({ SMTP_URL: 'smtp://u:clave-secreta@h/x' })).toThrow(/^SMTP_URL (?!.*clave-secreta)/)
    expect(() => readEnv({ DATABASE_URL: 'mysql://u:clave-secreta@h/b' })).not.toThrow(/clave-secreta/)
    expect(() => readEnv({ DATABASE_URL: 'mysql://u:clave-secreta@h/b' })).toThrow(/^DATABASE_URL /)
  })
})
