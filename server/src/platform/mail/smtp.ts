import { createTransport } from 'nodemailer'
import type { Env } from '../env.ts'
import { type Mailer, MailNotSentError } from './Mailer.ts'
import { oneLine } from './oneLine.ts'

/** In ms: how long each step of a server may take. */
export interface SmtpTimeouts {
  /** To answer at all, and then to greet. */
  answerMs: number
  /** Between two words of it. */
  silenceMs: number
}
const defaultTimeouts: SmtpTimeouts = { answerMs: 10_000, silenceMs: 20_000 }

type Config = Record<keyof Pick<Env, 'SMTP_URL' | 'CORREO_REMITENTE' | 'EMPRESA_NOMBRE'>, string>

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

function connectionOf(url: URL, timeouts: SmtpTimeouts) {
  const [user, pass] = [decode(url.username), decode(url.password)]
  const options = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    ...(url.port && { port: Number(url.port) }),
    secure: url.protocol === 'smtps:',
    // A password goes to another machine encrypted, or not at all.
    requireTLS: user !== '' && !isLoopback(url.hostname),
    ...(user && { auth: { user, pass } }),
    // Said here, no variable of Node's turns it off.
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' as const },
    dnsTimeout: timeouts.answerMs,
    connectionTimeout: timeouts.answerMs,
    greetingTimeout: timeouts.answerMs,
    socketTimeout: timeouts.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  return { transport: createTransport(options), pass }
}

/** Mail by an SMTP server: a connection each, so that nothing is kept between two of them. */
export function smtpMailer(
  { SMTP_URL, CORREO_REMITENTE, EMPRESA_NOMBRE }: Config,
  timeouts = defaultTimeouts,
): Mailer {
  const { transport, pass } = connectionOf(new URL(SMTP_URL), timeouts)
  const from = senderOf(CORREO_REMITENTE, EMPRESA_NOMBRE)
  return {
    remitente: CORREO_REMITENTE,
    async send({ to, id, subject, text, html }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject: oneLine(subject),
          text,
          html,
          ...(id && { messageId: `<${id}@${from.address.split('@')[1]}>` }),
          // Who is away answers no program.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw toMailNotSentError(error, pass)
      }
    },
  }
}

/** What is no percent-code stands for itself. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** `Nombre <dirección>`, or an address that the company's name stands beside. */
function senderOf(remitente: string, empresa: string) {
  const [, name, address] = /^(.*)<([^<>]+)>$/.exec(remitente) ?? []
  return address === undefined
    ? { name: oneLine(empresa), address: remitente }
    : { name: oneLine((name ?? '').replaceAll('"', '')), address }
}

const networkErrorTexts: Record<string, string> = {
  ETIMEDOUT: 'el servidor de correo no respondió a tiempo',
  ECONNREFUSED: 'el servidor de correo no acepta conexiones',
  ECONNRESET: 'el servidor de correo cortó la conexión',
  ECONNECTION: 'el servidor de correo cortó la conexión',
  EDNS: 'no se encontró el servidor de correo',
  ENOTFOUND: 'no se encontró el servidor de correo',
}

/** What the server said; where it said nothing, what kept us from it. Never the password. */
function toMailNotSentError(error: unknown, pass: string): MailNotSentError {
  const { code, responseCode, response, message, cause } = errorText(error)
  const known =
    networkErrorTexts[errorText(cause).code] ??
    networkErrorTexts[code] ??
    networkErrorTexts[/\bE[A-Z]+\b/.exec(message)?.[0] ?? '']
  const wrong =
    /certificate|altnames/i.test(message) && `el certificado del servidor de correo no es válido (${message})`
  const said = response || wrong || known || message
  const hidden = pass === '' ? said : said.replaceAll(pass, '…')
  const reason = oneLine(hidden, 200).replace(/[.\s]+$/, '')
  return new MailNotSentError(
    reason || 'el servidor de correo no dijo por qué',
    responseCode >= 500 && responseCode < 600,
  )
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '')

function errorText(error: unknown) {
  const { code, responseCode, response, message, cause } = Object(error) as Record<string, unknown>
  return {
    code: asText(code),
    responseCode: Number(responseCode ?? 0),
    response: asText(response),
    message: asText(message),
    cause,
  }
}
