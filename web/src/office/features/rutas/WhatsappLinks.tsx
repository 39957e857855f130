import { calls } from '@flota/contract/core/calls.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { clientMessage, pilotMessage, whatsappDigits, whatsappHref } from '@flota/contract/trips/whatsapp.ts'
import { MessageCircle } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { ApiError } from '../../../api/ApiError.ts'
import { useEndpoint, useEndpointIf } from '../../../api/cache/queries.ts'
import { usePermission } from '../../../api/session.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'

/** Shows the WhatsApp links whose telephone the user may read. */
export function WhatsappLinks({ ruta }: { ruta: Ruta }) {
  const may = usePermission()
  return (
    <>
      {may(calls['GET /api/choferes/:id']) && <PilotChatLink ruta={ruta} />}
      {may(calls['GET /api/clientes/:id']) && <ClientChatLink ruta={ruta} />}
    </>
  )
}

function PilotChatLink({ ruta }: { ruta: Ruta }) {
  const chofer = useEndpoint('GET /api/choferes/:id', { params: { id: ruta.chofer_id } })
  return (
    <ChatLink query={chofer} recipient="El piloto" texto={pilotMessage(ruta)}>
      WhatsApp al piloto
    </ChatLink>
  )
}

function ClientChatLink({ ruta }: { ruta: Ruta }) {
  const cliente = useEndpoint('GET /api/clientes/:id', { params: { id: ruta.cliente_id } })
  // Only a delivered trip has a recipient.
  const entregada = usePermission()(calls['GET /api/rutas/:id/expediente']) && ruta.estado === 'Entregado'
  const expediente = useEndpointIf(
    'GET /api/rutas/:id/expediente',
    entregada ? { params: { id: ruta.id } } : null,
  )
  return (
    <ChatLink
      query={cliente}
      recipient="El cliente"
      texto={clientMessage(ruta, expediente.data?.data.entrega.recibio)}
    >
      WhatsApp al cliente
    </ChatLink>
  )
}

interface Props {
  query: { data: { data: { telefono: string } } | undefined; error: ApiError | null }
  recipient: string
  texto: string
  children: ReactNode
}

/** Links to the chat, or explains why there is none. The server answers 404 for a record in the bin. */
function ChatLink({ query: { data, error }, recipient, texto, children }: Props) {
  const id = useId()
  const digitos = whatsappDigits(data?.data.telefono ?? '')
  const label = (
    <>
      <MessageCircle aria-hidden="true" className="size-4.5 shrink-0 max-sm:hidden" />
      {children}
    </>
  )
  if (digitos)
    return (
      <a href={whatsappHref(digitos, texto)} target="_blank" rel="noreferrer" className={buttonClass()}>
        {label}
      </a>
    )
  const none = data !== undefined || error?.status === 404
  const reason = none ? `${recipient} no tiene un teléfono válido` : error?.message
  return (
    <span className="grid gap-1">
      <Button disabled aria-describedby={reason ? id : undefined}>
        {label}
      </Button>
      {reason && (
        <span id={id} className="text-sm text-muted">
          {reason}
        </span>
      )}
    </span>
  )
}
