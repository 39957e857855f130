import { sentences } from '@flota/contract/core/sentences.ts'
import type { EstadoDeCuenta } from '@flota/contract/money/porCobrar.ts'
import { statementMessage } from '@flota/contract/trips/whatsapp.ts'
import { Mail, Printer } from 'lucide-react'
import { useState } from 'react'
import { useEndpoint } from '../../../../api/cache/queries.ts'
import { Button } from '../../../../ui/Button.tsx'
import { ChatLink } from '../../../shared/ChatLink.tsx'
import { printEstadoDeCuenta } from '../../../shared/export/printFile.ts'
import { lazyDialog } from '../../../shared/lazyDialog.tsx'

const MailForm = lazyDialog(async () => (await import('./form/MailForm.tsx')).MailForm)

interface Props {
  estado: EstadoDeCuenta
  /** Of the page; empty for today. */
  corte: string
}

/** Prints and sends a statement. */
export function StatementActions({ estado, corte }: Props) {
  const { id } = estado.cliente
  const cliente = useEndpoint('GET /api/clientes/:id', { params: { id } })
  const mail = useEndpoint('GET /api/auth/correo')
  const [isMailing, setMailing] = useState(false)
  const hasMail = mail.data !== undefined && mail.data.message !== sentences.mailNotConfigured
  return (
    <div className="flex flex-wrap items-start gap-3 max-md:order-last max-md:grid max-md:w-full">
      <Button onClick={() => void printEstadoDeCuenta(id, corte)}>
        <Printer aria-hidden="true" className="size-4.5" />
        Imprimir estado de cuenta
      </Button>
      <ChatLink query={cliente} recipient="El cliente" texto={statementMessage(estado)}>
        WhatsApp
      </ChatLink>
      {hasMail && (
        <Button onClick={() => setMailing(true)}>
          <Mail aria-hidden="true" className="size-4.5" />
          Enviar por correo
        </Button>
      )}
      {isMailing && <MailForm cliente_id={id} corte={corte} onClose={() => setMailing(false)} />}
    </div>
  )
}
