import { formatGalones, formatKmGalon } from '@flota/contract/core/format.ts'
import type { Carga } from '@flota/contract/money/cargas.ts'
import type { CargaFalta } from '@flota/contract/records/cargas.ts'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useEndpointIf } from '../../../api/cache/queries.ts'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { goodReadingBelow, lecturaFaltaText } from '../../shared/flota/lecturaTexts.ts'

/** Texts until the figures are loaded. */
const shortTexts: Record<CargaFalta, string> = {
  KM_MENOR: 'el kilometraje es menor que el anterior',
  KM_SALTO: 'el kilometraje salta',
  TANQUE: 'más galones que los del tanque',
  RENDIMIENTO_BAJO: 'el rendimiento es bajo',
}

/** A warning icon. Its tooltip says what is wrong; the figures load on hover or focus. */
export function FaltasTooltip({ carga }: { carga: Carga }) {
  const [isAsked, setAsked] = useState(false)
  const text = useFaltasText(carga, isAsked)
  const ask = () => setAsked(true)
  return (
    <span onMouseEnter={ask} onFocus={ask} className="inline-flex">
      <Tooltip
        text={text}
        short={
          <>
            <TriangleAlert aria-hidden="true" className="size-5 text-notice" />
            <span className="sr-only">Revisa esta carga</span>
          </>
        }
        className="inline-grid place-items-center max-md:size-11"
      />
    </span>
  )
}

function useFaltasText({ id, camion_id, faltas, galones, km_galon }: Carga, isAsked: boolean) {
  const params = { params: { id: camion_id } }
  const asks = (...wanted: CargaFalta[]) =>
    isAsked && faltas.some((falta) => wanted.includes(falta)) ? params : null
  const readings = useEndpointIf('GET /api/camiones/:id/kilometraje', asks('KM_MENOR', 'KM_SALTO')).data?.data
  const ficha = useEndpointIf('GET /api/camiones/:id/ficha', asks('TANQUE')).data?.data
  const rendimiento = useEndpointIf('GET /api/camiones/:id/rendimiento', asks('RENDIMIENTO_BAJO')).data?.data
  const place = readings?.findIndex(({ origen, origen_id }) => origen === 'carga' && origen_id === id) ?? -1
  const before = readings && place >= 0 ? goodReadingBelow(readings, place) : undefined
  const usual = rendimiento?.tramos.find(({ carga_id }) => carga_id === id)?.usual
  const textOf = (falta: CargaFalta): string | undefined => {
    switch (falta) {
      case 'KM_MENOR':
      case 'KM_SALTO':
        return before && lecturaFaltaText(falta, before)
      case 'TANQUE':
        return ficha?.tanque_gal == null
          ? undefined
          : `${formatGalones(galones)} galones en un tanque de ${formatGalones(ficha.tanque_gal)}`
      case 'RENDIMIENTO_BAJO':
        return usual == null || km_galon === null
          ? undefined
          : `${formatKmGalon(km_galon)} km/gal, lo usual es ${formatKmGalon(usual)}`
    }
  }
  return faltas.map((falta) => textOf(falta) ?? shortTexts[falta]).join('; ')
}
