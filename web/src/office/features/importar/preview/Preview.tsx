import { formatInteger } from '@flota/contract/core/format.ts'
import type { VistaPrevia } from '@flota/contract/imports/importar.ts'
import {
  type DuplicadosModo,
  duplicadosModos,
  notUpdatedTexts,
} from '@flota/contract/imports/importarWords.ts'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, type Ref, useRef } from 'react'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { SelectField } from '../../../../ui/SelectField.tsx'
import { Loading, Skeleton } from '../../../../ui/Skeleton.tsx'
import {
  type ColumnSources,
  columnsKey,
  effectiveSources,
  type ImportDraft,
  type NameDecision,
  withColumn,
  withDecisions,
} from '../importDraft.ts'
import type { ImportPreview, SubmitImport, SubmitOptions } from '../importRequests.ts'
import { Step } from '../Step.tsx'
import { ColumnMapping, ValueMapping } from './ColumnMapping.tsx'
import { Findings, SimilarNames } from './Findings.tsx'
import { PreviewTable } from './PreviewTable.tsx'
import { RowErrors } from './RowErrors.tsx'
import { SubmitStep } from './SubmitStep.tsx'
import { UnknownNames } from './UnknownNames.tsx'

interface Props {
  draft: ImportDraft
  preview: ImportPreview
  submit: SubmitImport
  onChange: (part: Partial<ImportDraft>) => void
  onSheet: (hoja: string, columns: string) => void
  onSubmit: (options: SubmitOptions) => void
}

/** Shows what the import would do, and the mapping of columns and values. */
export function Preview({ draft, preview, submit, onChange, onSheet, onSubmit }: Props) {
  const { data, failure, busy, part, again } = preview
  const sources = data && effectiveSources(draft, data)
  const errors = useRef<HTMLElement>(null)
  const names = useRef<HTMLElement>(null)
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
              <Questions
                draft={draft}
                data={data}
                sources={sources}
                busy={busy}
                errors={errors}
                names={names}
                onChange={onChange}
              />
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
          onCorrect={() => {
            const wrong = errors.current ?? names.current
            wrong?.scrollIntoView({ block: 'center' })
            wrong?.focus({ preventScroll: true })
          }}
        />
      )}
    </>
  )
}

interface QuestionsProps extends Pick<Props, 'draft' | 'onChange'> {
  data: VistaPrevia
  sources: ColumnSources
  busy: boolean
  errors: Ref<HTMLElement>
  names: Ref<HTMLElement>
}

/** What the user may decide, and what has to be corrected in the sheet. */
function Questions({ draft, data, sources, busy, errors, names, onChange }: QuestionsProps) {
  const decide = (nombres: readonly NameDecision[]) => onChange({ nombres })
  return (
    <>
      <Findings draft={draft} data={data} onChange={onChange} />
      <StaleContent busy={busy}>
        <UnknownNames
          tipo={draft.tipo}
          desconocidos={data.desconocidos}
          decisions={draft.nombres}
          onChange={decide}
          ref={names}
        />
      </StaleContent>
      <SimilarNames
        parecidos={data.parecidos}
        sources={sources}
        onDecide={(made) => decide(withDecisions(draft.nombres, made))}
      />
      {data.detalle.length > 0 && (
        <StaleContent busy={busy}>
          <RowErrors data={data} ref={errors} />
        </StaleContent>
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
  const { filas, nuevas, cambiadas, iguales, saltadas, omitidas, errores } = data
  const isWrong = errores > 0 || filas === 0
  const Icon = isWrong ? CircleAlert : CircleCheck
  const counts = [
    `${formatInteger(nuevas)} nuevas`,
    `${formatInteger(cambiadas)} cambiadas`,
    `${formatInteger(iguales)} iguales`,
    `${formatInteger(saltadas)} saltadas`,
    ...(omitidas > 0 ? [`${formatInteger(omitidas)} fuera`] : []),
    `${formatInteger(errores)} con errores`,
  ]
  return (
    <div className="flex items-center gap-3">
      <Icon aria-hidden="true" className={cx('size-7 shrink-0', isWrong ? 'text-danger' : 'text-good')} />
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
  onSheet: (hoja: string, columns: string) => void
}

function Options({ draft: { tipo, duplicados }, data, onChange, onSheet }: OptionsProps) {
  const { hoja, hojas } = data
  const modos = duplicadosModos.filter((modo) => !notUpdatedTexts[tipo] || modo !== 'actualizar')
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
          onChange={(chosen) => onSheet(chosen, columnsKey(data))}
        />
      )}
    </div>
  )
}
