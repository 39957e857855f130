import { calls } from '@flota/contract/calls.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import { digitosDe, textoAlCliente, textoAlPiloto, whatsappHref } from '@flota/contract/whatsapp.ts'
import { MessageCircle } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { ApiError } from '../../../api/ApiError.ts'
import { useEndpoint, useEndpointWhile } from '../../../api/cache/queries.ts'
import { useMay } from '../../../api/usePermission.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'

/** What a trip says to its pilot and to its client, each for who may read the telephone. */
export function Whatsapp({ ruta }: { ruta: Ruta }) {
  const may = useMay()
  return (
    <>
      {may(calls['GET /api/choferes/:id']) && <AlPiloto ruta={ruta} />}
      {may(calls['GET /api/clientes/:id']) && <AlCliente ruta={ruta} />}
    </>
  )
}

function AlPiloto({ ruta }: { ruta: Ruta }) {
  const chofer = useEndpoint('GET /api/choferes/:id', { params: { id: ruta.chofer_id } })
  return (
    <Chat of={chofer} quien="El piloto" texto={textoAlPiloto(ruta)}>
      WhatsApp al piloto
    </Chat>
  )
}

function AlCliente({ ruta }: { ruta: Ruta }) {
  const cliente = useEndpoint('GET /api/clientes/:id', { params: { id: ruta.cliente_id } })
  // Who took the cargo is known of a delivered one alone.
  const entregada = useMay()(calls['GET /api/rutas/:id/expediente']) && ruta.estado === 'Entregado'
  const expediente = useEndpointWhile(
    'GET /api/rutas/:id/expediente',
    entregada ? { params: { id: ruta.id } } : null,
  )
  return (
    <Chat of={cliente} quien="El cliente" texto={textoAlCliente(ruta, expediente.data?.data.entrega.recibio)}>
      WhatsApp al cliente
    </Chat>
  )
}

interface Props {
  of: { data: { data: { telefono: string } } | undefined; error: ApiError | null }
  quien: string
  texto: string
  children: ReactNode
}

/** A link to the chat, or why there is none; in the bin nobody has a telephone. */
function Chat({ of: { data, error }, quien, texto, children }: Props) {
  const id = useId()
  const digitos = digitosDe(data?.data.telefono ?? '')
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
  const reason = none ? `${quien} no tiene un teléfono válido` : error?.message
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
