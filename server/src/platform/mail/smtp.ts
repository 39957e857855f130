import { createTransport } from 'nodemailer'
import type { Env } from '../env.ts'
import { type Mailer, MailNotSentError, oneLine } from './Mailer.ts'

export interface SmtpTimeouts {
  /** Limit for each of DNS, connection and greeting. */
  answerMs: number
  /** Limit without traffic. */
  silenceMs: number
}
const defaultTimeouts: SmtpTimeouts = { answerMs: 10_000, silenceMs: 20_000 }

type Config = Record<keyof Pick<Env, 'SMTP_URL' | 'CORREO_REMITENTE'>, string>

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

function connectionOf(url: URL, timeouts: SmtpTimeouts) {
  const [user, pass] = [decode(url.username), decode(url.password)]
  const options = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    ...(url.port && { port: Number(url.port) }),
    secure: url.protocol === 'smtps:',
    // Never send a password to another machine unencrypted.
    requireTLS: user !== '' && !isLoopback(url.hostname),
    ...(user && { auth: { user, pass } }),
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED can't turn it off.
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

/** Sends mail by SMTP with one connection for each mail. */
export function smtpMailer({ SMTP_URL, CORREO_REMITENTE }: Config, timeouts = defaultTimeouts): Mailer {
  const { transport, pass } = connectionOf(new URL(SMTP_URL), timeouts)
  return {
    remitente: CORREO_REMITENTE,
    async send({ from: empresa, to, id, subject, text, html, attachments }) {
      const from = senderOf(CORREO_REMITENTE, empresa)
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject: oneLine(subject),
          text,
          ...(html !== undefined && { html }),
          ...(attachments && { attachments }),
          ...(id && { messageId: `<${id}@${from.address.split('@')[1]}>` }),
          // Suppresses out-of-office replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw toMailNotSentError(error, pass)
      }
    },
  }
}

/** Returns a part without valid percent-encoding unchanged. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Parses `Nombre <dirección>`, or an address, whose display name is the company's. */
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

/** Prefers the server's own response to the network error. Hides the password. */
function toMailNotSentError(error: unknown, pass: string): MailNotSentError {
  const { code, responseCode, response, message, cause } = errorText(error)
  const known =
    networkErrorTexts[errorText(cause).code] ??
    networkErrorTexts[code] ??
    networkErrorTexts[/\bE[A-Z]+\b/.exec(message)?.[0] ?? '']
  const certificateError =
    /certificate|altnames/i.test(message) && `el certificado del servidor de correo no es válido (${message})`
  const text = response || certificateError || known || message
  const reason = oneLine(pass === '' ? text : text.replaceAll(pass, '…'), 200).replace(/[.\s]+$/, '')
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
