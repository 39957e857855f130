import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { mailSchedulerOptions } from '../app.ts'
import { sendDueMails } from '../features/correo/mailScheduler.ts'
import type { LastBackup } from '../platform/backup/automaticBackup.ts'
import { readEnv } from '../platform/env.ts'
import { type SmtpTimeouts, smtpMailer } from '../platform/mail/smtp.ts'
import { openStore } from '../platform/store/openStore.ts'
import { type TestApp, testApp } from './testApp.ts'

/** Mail received by the server. */
interface ReceivedMail {
  to: string[]
  /** Header and body, unparsed. */
  raw: string
  subject: string
  text: string
  html: string
}

export interface MailServer {
  url: string
  received: ReceivedMail[]
  /** Number of delivery attempts, and their Message-Ids. */
  offeredCount: () => number
  ids: () => string[]
  /** Responds to the next mails with these errors, one each, then accepts again. */
  rejectNext(...said: string[]): void
  close: () => Promise<void>
}

/** Starts an SMTP server that accepts every mail. */
export async function openMailServer(options: SMTPServerOptions = {}, scheme = 'smtp'): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const refusals: string[] = []
  const ids: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    logger: false,
    disableReverseLookup: true,
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString()
        ids.push(header(raw, 'Message-ID'))
        const refusal = refusals.shift()
        if (refusal === undefined) {
          received.push({ to: session.envelope.rcptTo.map(({ address }) => address), ...parseMail(raw) })
          return done()
        }
        const [code = ''] = refusal.split(' ')
        return done(Object.assign(new Error(refusal.slice(code.length + 1)), { responseCode: Number(code) }))
      })
    },
    ...options,
  })
  // A client that rejects the certificate is no failure of the server.
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    received,
    offeredCount: () => ids.length,
    ids: () => ids,
    rejectNext: (...said) => void refusals.push(...said),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const header = (head: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(head)?.[1]?.replace(/\r\n[ \t]/g, ' ') ?? ''

/** Decodes =?UTF-8?Q?…?= and =?UTF-8?B?…?=. */
const decodeWords = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, coded: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(coded, 'base64').toString()
        : decodeQuotedPrintable(coded.replaceAll('_', ' ')),
    )

const decodeQuotedPrintable = (coded: string) =>
  Buffer.from(
    coded
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

function decodeBody(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const coded = rest.join('\r\n\r\n')
  const encoding = header(head, 'Content-Transfer-Encoding').toLowerCase()
  const decoded =
    encoding === 'base64'
      ? Buffer.from(coded, 'base64').toString()
      : encoding === 'quoted-printable'
        ? decodeQuotedPrintable(coded)
        : coded
  return decoded.replaceAll('\r\n', '\n')
}

function parseMail(raw: string): Omit<ReceivedMail, 'to'> {
  const [head = ''] = raw.split('\r\n\r\n')
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(head) ?? []
  const parts = raw.split(`--${boundary}`).slice(1)
  const of = (type: string) => decodeBody((parts.find((part) => part.includes(type)) ?? '').trimStart())
  return { raw, subject: decodeWords(header(head, 'Subject')), text: of('text/plain'), html: of('text/html') }
}

export interface MailOffice {
  server: TestApp
  mail: MailServer
  /** Sets the clock of all programs. */
  setClock(iso: string): void
  /** Runs the mail job as another program each time. */
  runMailRound(): Promise<void>
  /** Sets the state of the last automatic backup. */
  setLastBackup(last: Partial<LastBackup>): void
  close(): Promise<void>
}

interface MailOptions {
  env?: Record<string, string>
  mail?: MailServer
  timeouts?: SmtpTimeouts
}

/** Opens an office with mail, at noon of Sunday 22/11/2026 in the company's time zone. */
export async function openMailOffice({ env = {}, mail, timeouts }: MailOptions = {}): Promise<MailOffice> {
  let moment = '2026-11-22T12:00:00-06:00'
  let last: LastBackup | null = null
  const mailServer = mail ?? (await openMailServer())
  const config = readEnv({ SMTP_URL: mailServer.url, CORREO_REMITENTE: 'flota@empresa.gt', ...env })
  const { SMTP_URL = '', CORREO_REMITENTE = '' } = config
  const mailer = smtpMailer({ SMTP_URL, CORREO_REMITENTE }, timeouts)
  const now = () => new Date(moment)
  const server = await testApp({ env: config, now, mailer })
  const log = pino({ level: 'silent' })
  return {
    server,
    mail: mailServer,
    setClock: (iso) => {
      moment = iso
    },
    runMailRound: () =>
      sendDueMails(
        mailSchedulerOptions(
          { db: server.db, store: openStore(config), mailer, env: config, now, log },
          () => last,
        ),
      ),
    setLastBackup: (changes) => {
      last = {
        hecho_en: moment,
        error: null,
        seconds: 1,
        bytes: 1000,
        mark: '',
        archivos_faltan: 0,
        ...last,
        ...changes,
      }
    },
    close: async () => {
      await server.close()
      await mailServer.close()
    },
  }
}
