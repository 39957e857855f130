import { buffer } from 'node:stream/consumers'
import { formatFecha } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { type EstadoDeCuenta, estadoDeCuenta } from '@flota/contract/money/porCobrar.ts'
import { statementMessage } from '@flota/contract/trips/whatsapp.ts'
import { type Company, type CompanySource, findCompany } from '../../domain/company.ts'
import { sendMailNow } from '../../domain/sendMail.ts'
import { companyToday, type Now } from '../../platform/clock.ts'
import { writeAuditEvent } from '../../platform/db/auditEvent.ts'
import { type Database, raw, run } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { conflict, unavailable } from '../../platform/errors.ts'
import { type App, servePrepared } from '../../platform/http/serve.ts'
import type { Mailer } from '../../platform/mail/Mailer.ts'
import { findEstadoDeCuenta } from './queries.ts'

interface MailContext {
  env: Env
  store: CompanySource['store']
  now: Now
  /** Undefined without SMTP_URL. */
  mailer: Mailer | undefined
}

/** Each holds a connection while the mail server answers. */
const maxMailsInProgress = 4

export function estadoDeCuentaCorreo(app: App, db: Database, { env, store, now, mailer }: MailContext): void {
  const prepare = async (id: number, corte = companyToday({ env, now })) => {
    const estado = await findEstadoDeCuenta(db, id, corte)
    if (!mailer) throw conflict(sentences.mailNotConfigured)
    const empresa = await findCompany(db, { env, store })
    return { estado, mailer, empresa, pdf: await drawPdf(estado, empresa) }
  }
  let inProgress = 0
  servePrepared(
    app,
    estadoDeCuenta.correo,
    ({ params: { id }, body }) => prepare(id, body.corte),
    async ({ ready, body: { para }, db: writer }) => {
      if (inProgress >= maxMailsInProgress) throw unavailable()
      inProgress += 1
      const { id, nombre } = ready.estado.cliente
      try {
        // Written first: once the mail is sent, only the commit may fail.
        await writer.transaction(async (tx) => {
          await run(tx, raw("set local idle_in_transaction_session_timeout = '5min'"))
          await writeAuditEvent(tx, 'exportar', 'clientes', nombre, id, `Estado de cuenta a ${para}`)
          const mail = { from: ready.empresa.nombre, to: para, ...mailOf(ready.estado, ready.pdf) }
          await sendMailNow(db, now, ready.mailer, { kind: 'statement', mail })
        })
      } finally {
        inProgress -= 1
      }
      return null
    },
  )
}

const drawPdf = async (estado: EstadoDeCuenta, empresa: Company): Promise<Buffer> => {
  // Imports pdfkit (30 MB of memory) on demand.
  const { estadoDeCuentaPdf } = await import('./drawEstadoDeCuenta.ts')
  return buffer(estadoDeCuentaPdf(estado, empresa))
}

const mailOf = (estado: EstadoDeCuenta, content: Buffer) => ({
  subject: `Estado de cuenta al ${formatFecha(estado.corte)}`,
  text: statementMessage(estado),
  attachments: [
    { filename: `estado_de_cuenta_${estado.cliente.id}.pdf`, content, contentType: 'application/pdf' },
  ],
})
