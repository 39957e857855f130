import { calls } from '@flota/contract/core/calls.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { clientMessage, pilotMessage } from '@flota/contract/trips/whatsapp.ts'
import { CalendarPlus, ChevronDown, EllipsisVertical, Printer, Undo2 } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { useEndpoint, useEndpointIf } from '../../../api/cache/queries.ts'
import { usePermission } from '../../../api/session.ts'
import { Menu } from '../../../list/Menu.tsx'
import { withId } from '../../../shell/paths.ts'
import { useEstadoLook } from '../../../trip/EstadoBadge.tsx'
import { rutaNameText } from '../../../trip/office/rutaNameText.ts'
import { useChangeEstados } from '../../../trip/office/useChangeEstados.ts'
import type { ViajeAccess } from '../../../trip/office/useViajeAccess.ts'
import { copyRutaHref, returnRutaHref } from '../../../trip/tripTexts.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, buttonClass, IconButton } from '../../../ui/Button.tsx'
import { ChatLink } from '../../shared/ChatLink.tsx'
import { useRutaDialogs } from './useRutaDialogs.tsx'

/** Shows the trip's state, as a menu for users who may change it. */
export function EstadoButton({ ruta }: { ruta: Ruta }) {
  const may = usePermission()
  const { children, ...look } = useEstadoLook(ruta)
  const { othersOf } = useChangeEstados(rutaNameText)
  const large = 'px-3! py-1! text-base!'
  if (!may(calls['PATCH /api/rutas/estado']))
    return (
      <Badge {...look} className={large}>
        {children}
      </Badge>
    )
  return (
    <Menu
      actions={othersOf(ruta)}
      trigger={(attributes) => (
        <button {...attributes} type="button" className="rounded-full max-md:min-h-11">
          <Badge {...look} className={large}>
            <span>
              <span className="sr-only">Cambiar estado: </span>
              {children}
            </span>
            <ChevronDown aria-hidden="true" className="size-4" />
          </Badge>
        </button>
      )}
    />
  )
}

export function RutaActions({ ruta, access, close }: { ruta: Ruta; access: ViajeAccess; close: () => void }) {
  const [, navigate] = useLocation()
  const { print, repeat, dialogs } = useRutaDialogs()
  return (
    <div className="flex flex-wrap items-start gap-3 max-md:grid max-md:grid-cols-2 max-md:items-stretch max-md:[&_:is(a,button)]:px-2 max-md:[&_:is(a,button)]:text-center max-md:[&_:is(a,button)]:whitespace-normal">
      {access.edit && (
        <Link href={withId('/editar-ruta/:id', ruta.id)} className={buttonClass('primary')}>
          Editar
        </Link>
      )}
      {access.create && (
        <Link href={copyRutaHref(ruta.id)} className={buttonClass()}>
          Duplicar
        </Link>
      )}
      <Button onClick={() => print(ruta)}>
        <Printer aria-hidden="true" className="size-4.5 shrink-0 max-sm:hidden" />
        Imprimir hoja
      </Button>
      <WhatsappLinks ruta={ruta} />
      {access.create && (
        <Menu
          actions={[
            { label: 'Viaje de regreso', Icon: Undo2, onSelect: () => navigate(returnRutaHref(ruta.id)) },
            { label: 'Repetir en otros días…', Icon: CalendarPlus, onSelect: () => repeat(ruta) },
          ]}
          trigger={(attributes) => (
            <IconButton {...attributes} label="Más acciones" className="border border-field max-md:w-full!">
              <EllipsisVertical aria-hidden="true" />
            </IconButton>
          )}
        />
      )}
      <Button onClick={close} className="md:ml-auto max-md:last:odd:col-span-2">
        Cerrar
      </Button>
      {dialogs}
    </div>
  )
}

/** Shows the WhatsApp links whose telephone the user may read. */
function WhatsappLinks({ ruta }: { ruta: Ruta }) {
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
