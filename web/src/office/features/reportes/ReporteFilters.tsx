import type { PeriodoTipo } from '@flota/contract/core/calendar.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { CalendarRange } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { DayFilter } from '../../../list/controls/DayFilter.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { PresetChoices } from './PresetChoices.tsx'
import { isPresetActive, presets, presetTipo } from './presets.ts'
import { reporteTipoWords } from './reporteTexts.ts'
import type { ReportesAddress } from './useReportesAddress.ts'

const RecordFilter = lazy(async () => ({
  default: (await import('../../../form/recordPicker/RecordFilter.tsx')).RecordFilter,
}))

export function ReporteFilters({ address }: { address: ReportesAddress }) {
  const { tipo, fechaInicio, fechaFin, endsEarly, hoy, change, filter, cliente_id, mayChooseCliente } =
    address
  const isPhone = useIsPhone()
  const [open, setOpen] = useState(
    () =>
      (fechaInicio || fechaFin) !== '' &&
      !presets.some((preset) => isPresetActive(preset, { fechaInicio, fechaFin }, hoy)),
  )
  return (
    <div className="mb-4 flex flex-wrap items-start gap-3 rounded-ui border border-line bg-card p-3 shadow-soft md:px-4">
      <div className="flex items-end gap-3 max-md:w-full max-md:*:first:flex-1">
        <div className="max-sm:w-full">
          <SelectField
            label="Tipo"
            value={tipo}
            words={Object.entries(reporteTipoWords)}
            // Setting the type also drops the opening month's dates.
            onChange={(next) => change({ filtro: next as PeriodoTipo })}
          />
        </div>
        {isPhone && (
          <Button aria-expanded={open} onClick={() => setOpen(!open)}>
            <CalendarRange aria-hidden="true" className="size-4.5" />
            Fechas
          </Button>
        )}
      </div>
      {(open || !isPhone) && (
        <>
          <DayFilter
            label="Fecha inicio"
            value={fechaInicio}
            onChange={(day) => filter({ fechaInicio: day })}
          />
          <DayFilter
            label="Fecha fin"
            value={fechaFin}
            onChange={(day) => filter({ fechaFin: day })}
            error={endsEarly ? sentences.endsEarly : undefined}
          />
        </>
      )}
      {mayChooseCliente && <ClienteFilter id={cliente_id} onChange={(id) => filter({ cliente_id: id })} />}
      <PresetChoices
        range={{ fechaInicio, fechaFin }}
        hoy={hoy}
        onChoose={(preset, range) => change({ filtro: presetTipo(preset, tipo), ...range })}
      />
    </div>
  )
}

const ClienteFilter = (chosen: { id: string; onChange: (id: string) => void }) => (
  <Suspense fallback={<div className="h-16.5 max-w-60 flex-1 basis-48" />}>
    <RecordFilter kind="clientes" label="Cliente" all="Todos los clientes" {...chosen} />
  </Suspense>
)
