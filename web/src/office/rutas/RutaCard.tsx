import { fecha, hora, quetzales, sinRuta } from '@flota/contract/format.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { withId } from '../../paths.ts'
import { EstadoBadge } from '../../viaje/EstadoBadge.tsx'
import { ayudanteOf, clienteOf, galones, pilotoOf } from '../../viaje/words.ts'
import type { RutaAccess } from './useRutaAccess.ts'

interface Props {
  ruta: Ruta
  menu: ReactNode
  access: RutaAccess
}

/** A route on a phone: which one, how it stands and when; then where, for whom, with whom and what. */
export function RutaCard({ ruta, menu, access }: Props) {
  const number = `Ruta ${sinRuta(ruta.no_ruta)}`
  const precio = access.seePrecio ? ruta.precio : undefined
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-lg font-bold wrap-anywhere">
          {access.show ? (
            <Link href={withId('/mostrar-ruta/:id', ruta.id)} className="block py-2">
              {number}
            </Link>
          ) : (
            number
          )}
        </p>
        <EstadoBadge estado={ruta.estado} />
        {menu}
      </div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          {fecha(ruta.fecha)} <strong>{hora(ruta.hora)}</strong>
        </span>
        {precio !== undefined && <strong>{quetzales(precio)}</strong>}
      </p>
      <p className="font-semibold wrap-anywhere">
        {ruta.origen}
        <ArrowRight aria-label="a" className="mx-1.5 inline size-4 text-muted" />
        {ruta.destino}
      </p>
      <p className="wrap-anywhere">{clienteOf(ruta)}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {ruta.servicio} · {ruta.mercaderia}
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {pilotoOf(ruta)} · {ayudanteOf(ruta)} · <span className="whitespace-nowrap">{ruta.camion_placa}</span>{' '}
        · {galones(ruta.combustible)}
      </p>
      {ruta.comentario && <p className="line-clamp-2 text-sm wrap-anywhere">«{ruta.comentario}»</p>}
    </div>
  )
}
