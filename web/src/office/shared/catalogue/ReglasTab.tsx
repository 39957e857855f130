import { calls } from '@flota/contract/core/calls.ts'
import { formatFecha, formatQuetzales } from '@flota/contract/core/format.ts'
import type { Reglas } from '@flota/contract/trips/reglas.ts'
import { type ReactNode, useState } from 'react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { usePermission } from '../../../api/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { DetailParts } from '../detail/DetailCard.tsx'
import { lazyDialog } from '../lazyDialog.tsx'

const ReglasForm = lazyDialog(async () => (await import('./form/ReglasForm.tsx')).ReglasForm)

/** Shows a client's delivery rules; permitted users can edit them. */
export function ReglasTab({ cliente_id }: { cliente_id: number }) {
  const answer = useEndpoint('GET /api/clientes/:id/reglas', { params: { id: cliente_id } })
  const mayEdit = usePermission()(calls['PUT /api/clientes/:id/reglas'])
  const [open, setOpen] = useState(false)
  const { data, error } = answer
  const reglas = data?.data
  if (!reglas)
    return (
      <>
        <LoadError title="Error al cargar las reglas de entrega" query={answer} />
        {!error && (
          <div className="grid gap-5 py-2">
            <Loading label="Cargando reglas…" />
            <Skeleton className="w-1/2" />
            <Skeleton className="w-2/3" />
          </div>
        )}
      </>
    )
  return (
    <>
      {reglas.version === 0 ? (
        <p className="py-3 text-muted">
          Todavía no tiene reglas: no se le exige nada ni se le cobra la espera.
        </p>
      ) : (
        <ReglasValues reglas={reglas} />
      )}
      {mayEdit && (
        <Button className="mt-4 max-md:w-full" onClick={() => setOpen(true)}>
          {reglas.version === 0 ? 'Ingresar reglas' : 'Editar reglas'}
        </Button>
      )}
      {open && <ReglasForm reglas={reglas} onClose={() => setOpen(false)} />}
    </>
  )
}

const requiredSince = (isRequired: boolean, day: string | null) =>
  isRequired ? ['Sí', day && `desde el ${formatFecha(day)}`].filter(Boolean).join(', ') : 'No'

const emptyValue = <span className="text-muted">—</span>

function ReglasValues({ reglas }: { reglas: Reglas }) {
  const { horas_libres, tarifa_demora, unidad, instrucciones } = reglas
  const parts: readonly (readonly [label: string, value: ReactNode, className?: string])[] = [
    ['Exige foto', requiredSince(reglas.exige_foto, reglas.foto_desde)],
    ['Exige firma', requiredSince(reglas.exige_firma, reglas.firma_desde)],
    ['Horas libres en cada lugar', horas_libres === null ? emptyValue : `${horas_libres} h`],
    [
      'Tarifa de demora',
      tarifa_demora === null
        ? emptyValue
        : `${formatQuetzales(tarifa_demora)} por ${unidad === 'dia' ? 'día' : 'hora'}`,
    ],
    ['Instrucciones de entrega', instrucciones ?? emptyValue, 'col-span-full whitespace-pre-line'],
  ]
  return <DetailParts layout="xl:grid-cols-4" parts={parts} />
}
