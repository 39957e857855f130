import { formatInteger } from '@flota/contract/core/format.ts'
import type { VistaPrevia } from '@flota/contract/imports/importar.ts'
import { type DuplicadosModo, duplicadosModos } from '@flota/contract/imports/importarWords.ts'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { SelectField } from '../../../../ui/SelectField.tsx'
import { Loading, Skeleton } from '../../../../ui/Skeleton.tsx'
import { effectiveSources, type ImportDraft, withColumn } from '../importDraft.ts'
import type { ImportPreview, SubmitImport } from '../importRequests.ts'
import { Step } from '../Step.tsx'
import { ColumnMapping, ValueMapping } from './ColumnMapping.tsx'
import { PreviewTable } from './PreviewTable.tsx'
import { RowErrors } from './RowErrors.tsx'
import { SubmitStep } from './SubmitStep.tsx'

interface Props {
  draft: ImportDraft
  preview: ImportPreview
  submit: SubmitImport
  onChange: (part: Partial<ImportDraft>) => void
  onSheet: (hoja: string) => void
  onSubmit: () => void
}

/** Shows what the import would do, and the mapping of columns and values. */
export function Preview({ draft, preview, submit, onChange, onSheet, onSubmit }: Props) {
  const { data, failure, busy, part, again } = preview
  const sources = data && effectiveSources(draft, data)
  return (
    <>
      <Step number={2} title="Revisa">
        <div className="grid gap-4">
          {failure && (
            <Banner
              kind="error"
              title="No se pudo revisar el archivo"
              action={failure.isTransient && <Button onClick={again}>Reintentar</Button>}
            >
              {failure.message}
            </Banner>
          )}
          {!data && busy && <PreviewSkeleton name={draft.file.name} part={part} />}
          {data && sources && (
            <>
              <div className="flex flex-wrap items-end justify-between gap-4">
                <StaleContent busy={busy}>
                  <Counts data={data} busy={busy} />
                </StaleContent>
                <Options draft={draft} data={data} onChange={onChange} onSheet={onSheet} />
              </div>
              {data.detalle.length > 0 && (
                <StaleContent busy={busy}>
                  <RowErrors data={data} />
                </StaleContent>
              )}
              <ColumnMapping
                tipo={draft.tipo}
                columnas={data.columnas}
                sources={sources}
                onChoose={(columna, campo) => onChange({ sources: withColumn(sources, columna, campo) })}
              />
              <ValueMapping
                key={draft.id}
                tipo={draft.tipo}
                sources={sources}
                onChange={(next) => onChange({ sources: next })}
              />
              {data.vista.length > 0 && (
                <StaleContent busy={busy}>
                  <PreviewTable data={data} />
                </StaleContent>
              )}
            </>
          )}
        </div>
      </Step>
      {data && (
        <SubmitStep
          draft={draft}
          data={data}
          isReady={!busy && !failure}
          submit={submit}
          onSubmit={onSubmit}
        />
      )}
    </>
  )
}

/** Dims content that belongs to the previous mapping until the new answer arrives. */
const StaleContent = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
  <div aria-busy={busy} className={cx('min-w-0 transition-opacity', busy && 'opacity-60')}>
    {children}
  </div>
)

function PreviewSkeleton({ name, part }: { name: string; part: number }) {
  return (
    <>
      <Loading label={`Revisando ${name}…`} />
      <div aria-hidden="true" className="grid gap-4">
        <p className="appears-late text-muted">
          {part > 0 && part < 1 ? `Enviando ${Math.round(part * 100)} %` : 'Revisando el archivo…'}
        </p>
        <Skeleton className="h-7 w-3/5" />
        {Array.from({ length: 5 }, (_, index) => (
          <Skeleton key={index} className="h-10 rounded-ui" />
        ))}
      </div>
    </>
  )
}

/** Shows the number of rows per outcome. */
function Counts({ data, busy }: { data: VistaPrevia; busy: boolean }) {
  const { filas, nuevas, cambiadas, iguales, saltadas, errores } = data
  const Icon = errores > 0 ? CircleAlert : CircleCheck
  const counts = [
    `${formatInteger(nuevas)} nuevas`,
    `${formatInteger(cambiadas)} cambiadas`,
    `${formatInteger(iguales)} iguales`,
    `${formatInteger(saltadas)} saltadas`,
    `${formatInteger(errores)} con errores`,
  ]
  return (
    <div className="flex items-center gap-3">
      <Icon aria-hidden="true" className={cx('size-7 shrink-0', errores > 0 ? 'text-danger' : 'text-good')} />
      <div>
        <p role="status" className="text-xl font-bold tabular-nums">
          {counts.join(' · ')}
        </p>
        <p className="text-muted">
          {busy
            ? 'Revisando de nuevo…'
            : filas === 1
              ? '1 fila en la hoja'
              : `${formatInteger(filas)} filas en la hoja`}
        </p>
      </div>
    </div>
  )
}

const words: Record<DuplicadosModo, string> = {
  error: 'Marcar como error',
  saltar: 'Saltar',
  actualizar: 'Actualizar',
}

interface OptionsProps {
  draft: ImportDraft
  data: VistaPrevia
  onChange: (part: Partial<ImportDraft>) => void
  onSheet: (hoja: string) => void
}

function Options({ draft: { tipo, duplicados }, data: { hoja, hojas }, onChange, onSheet }: OptionsProps) {
  const modos = duplicadosModos.filter((modo) => tipo !== 'rutas' || modo !== 'actualizar')
  return (
    <div className="flex flex-wrap gap-4 max-sm:w-full">
      <SelectField
        label="Si ya existe"
        value={duplicados}
        words={modos.map((modo) => [modo, words[modo]])}
        onChange={(chosen) => {
          const modo = modos.find((each) => each === chosen)
          if (modo) onChange({ duplicados: modo })
        }}
      />
      {hojas.length > 1 && (
        <SelectField
          label="Hoja"
          value={hoja ?? ''}
          words={hojas.map((each) => [each, each])}
          onChange={onSheet}
        />
      )}
    </div>
  )
}
