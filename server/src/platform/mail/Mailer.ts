/** A mail as it is read, both ways. */
export interface MailContent {
  subject: string
  text: string
  html: string
}

interface Mail extends MailContent {
  /** An address. */
  to: string
  /** The same for each try: a server that took one without saying so knows the next. */
  id?: string
}

export interface Mailer {
  /** As CORREO_REMITENTE has it. */
  remitente: string
  /** @throws {NotSent} */
  send(mail: Mail): Promise<void>
}

/** The server did not take a mail; the message says in one line, without a point at its end, what it said. */
export class MailNotSentError extends Error {
  /** It never will: no use in another try. */
  readonly isFinal: boolean

  constructor(reason: string, isFinal: boolean) {
    super(reason)
    this.name = 'NotSent'
    this.isFinal = isFinal
  }
}
