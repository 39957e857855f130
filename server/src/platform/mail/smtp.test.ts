import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openMailOffice, openMailServer } from '../../test/correo.ts'
import type { SmtpTimeouts } from './smtp.ts'

// docs/contract/notices.md: test mails by different servers.

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

const addressPath = '/api/auth/correo'
const testPath = '/api/correo/prueba'

/** Starts an app with a mail server. @returns an administrador with an address */
async function withServer(url: string, timeouts?: SmtpTimeouts) {
  const mail = {
    url,
    received: [],
    offeredCount: () => 0,
    ids: () => [],
    rejectNext: () => undefined,
    close: async () => undefined,
  }
  const other = await openMailOffice({ mail, ...(timeouts && { timeouts }) })
  open.push(() => other.close())
  const client = await other.server.as()
  await client.put(addressPath, { correo: 'jefa@empresa.gt' })
  return client
}

test('POST /api/correo/prueba: returns 502 when the mail server is silent or unreachable', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  open.push(async () => void silent.close())
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  for (const [url, reason] of [
    [`smtp://127.0.0.1:${port}`, 'el servidor de correo no respondió a tiempo'],
    ['smtp://127.0.0.1:1', 'el servidor de correo no acepta conexiones'],
  ] as const) {
    const { status, body } = await (await withServer(url, { answerMs: 500, silenceMs: 500 })).post(testPath)
    expect([status, body.message]).toEqual([502, `No se pudo enviar: ${reason}.`])
  }
})

test.each(['smtps', 'smtp'])(
  '%s: sends neither mail nor password when the certificate is untrusted',
  async (scheme) => {
    const logins: unknown[] = []
    const mail = await openMailServer(
      {
        secure: scheme === 'smtps',
        disabledCommands: [],
        onAuth: (auth, _session, done) => {
          logins.push(auth)
          done(null, { user: auth.username })
        },
      },
      scheme,
    )
    open.push(mail.close)
    const client = await withServer(mail.url.replace('://', '://jefa:clave-secreta@'))
    const { status, body } = await client.post(testPath)
    expect([status, body.error.code]).toEqual([502, 'NO_ENVIADO'])
    expect(body.message).toMatch(
      /^No se pudo enviar: el certificado del servidor de correo no es válido \(.+\)\.$/,
    )
    expect([logins, mail.offeredCount()]).toEqual([[], 0])
  },
)

test('smtp: sends user and password; a rejection hides the password and adds a notice', async () => {
  const mail = await openMailServer({
    authOptional: false,
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'jefa@empresa.gt' && password === 'clave/secreta') done(null, { user: username })
      else done(new Error(`535 5.7.8 no vale ${password}`))
    },
  })
  open.push(mail.close)
  const withPassword = (password: string) => mail.url.replace('://', `://jefa%40empresa.gt:${password}@`)
  const good = await withServer(withPassword('clave%2Fsecreta'))
  expect((await good.post(testPath)).status).toBe(200)
  const bad = await withServer(withPassword('clave-robada'))
  const { status, body } = await bad.post(testPath)
  expect([status, JSON.stringify(body)]).toEqual([502, expect.not.stringContaining('clave-robada')])
  expect(body.message).toContain('535')
  expect((await bad.get('/api/avisos?clase=correo')).body.count).toBe(1)
})
