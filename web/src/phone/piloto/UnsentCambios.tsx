import { sinRuta } from '@flota/contract/format.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ask } from '../../ui/ConfirmDialog.tsx'
import { EstadoBadge } from '../../viaje/EstadoBadge.tsx'
import type { Cambio } from './cambio.ts'
import type { MiRuta } from './misRutas.ts'
import type { useCambios } from './useCambios.ts'

interface ListProps {
  cambios: ReturnType<typeof useCambios>
  /** A route whose change is open in the dialog, which says the same. */
  held: number | undefined
  /** Undefined while unknown. */
  rutas: MiRuta[] | undefined
  /** The routes are being read again, so what changed in them is unknown. */
  reading: boolean
  onReview: (ruta: MiRuta) => void
  onRefused: () => Promise<unknown>
}

/** Changes the server has not confirmed, above everything until sent or dropped. */
export function UnsentCambios({ cambios, held, rutas, reading, onReview, onRefused }: ListProps) {
  const { unsent, sending, send, drop } = cambios
  const resend = async (cambio: Cambio) => {
    const { kind } = await send(cambio)
    // Whether it can be reviewed depends on the route's current state.
    if (kind === 'refused') await onRefused()
  }
  return unsent
    .filter(({ antes }) => antes.id !== held)
    .map((cambio) => {
      const ruta = rutas?.find(({ id }) => id === cambio.antes.id)
      return (
        <UnsentCambio
          key={cambio.antes.id}
          cambio={cambio}
          busy={sending.includes(cambio.antes.id)}
          reading={reading}
          onSend={() => void resend(cambio)}
          onReview={ruta && (() => onReview(ruta))}
          onDrop={() => drop(cambio.antes.id)}
        />
      )
    })
}

interface Props {
  cambio: Cambio
  busy: boolean
  reading: boolean
  onSend: () => void
  /** Opens the dialog with it; absent when the route is no longer the pilot's. */
  onReview: (() => void) | undefined
  onDrop: () => void
}

function UnsentCambio({ cambio, busy, reading, onSend, onReview, onDrop }: Props) {
  const { antes, nuevoEstado, comentario, motivo } = cambio
  const number = sinRuta(antes.no_ruta)
  const discard = async () => {
    if (await ask(`¿Deseas descartar el cambio de la ruta ${number}? La oficina no lo ha recibido.`)) onDrop()
  }
  return (
    <Banner
      kind={motivo ? 'error' : 'notice'}
      title={motivo ? 'Error al actualizar el estado' : 'Cambio sin enviar'}
    >
      {motivo && <p>{motivo}</p>}
      {motivo && !onReview && <p>Esta ruta ya no está asignada a ti. Contacta al administrador.</p>}
      <p className="my-2 flex flex-wrap items-center gap-2">
        Ruta {number} → <EstadoBadge estado={nuevoEstado} />
      </p>
      {comentario && <p className="mb-2 wrap-anywhere whitespace-pre-line">«{comentario}»</p>}
      <div className="flex flex-wrap gap-3">
        {!motivo && (
          <Button busy={busy} onClick={onSend} className="grow py-4 text-base">
            {busy ? 'Enviando…' : 'Enviar de nuevo'}
          </Button>
        )}
        {motivo && onReview && (
          <Button busy={reading} onClick={onReview} className="grow py-4 text-base">
            Revisar
          </Button>
        )}
        <Button look="quiet" onClick={() => void discard()} className="py-4 text-base">
          Descartar
        </Button>
      </div>
    </Banner>
  )
}
