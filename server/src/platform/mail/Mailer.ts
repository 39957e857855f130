import { truncateText } from '@flota/contract/core/format.ts'

export interface MailContent {
  /** The company's name. */
  from: string
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
}

interface Attachment {
  filename: string
  content: Buffer
  contentType: string
  /** Name by which the HTML shows it. */
  cid?: string
}

export interface Mail extends Omit<MailContent, 'html'> {
  to: string
  html?: string
  /** The same for each attempt, so that the mail server can recognise a duplicate. */
  id?: string
}

export interface Mailer {
  remitente: string
  send(mail: Mail): Promise<void>
}

/** The mail server did not accept a mail. The message is its reason in one line, without a final full stop. */
export class MailNotSentError extends Error {
  /** Whether a retry is useless. */
  readonly isFinal: boolean

  constructor(reason: string, isFinal: boolean) {
    super(reason)
    this.name = 'NotSent'
    this.isFinal = isFinal
  }
}

/** Replaces line breaks and control characters by spaces and truncates the text. */
export const oneLine = (text: string, length = 300): string =>
  truncateText(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), length)
