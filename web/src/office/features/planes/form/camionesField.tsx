import { formatInteger } from '@flota/contract/core/format.ts'
import type { Plan } from '@flota/contract/fleet/planes.ts'
import { maxPlanCamiones } from '@flota/contract/records/planes.ts'
import { X } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../../api/ApiError.ts'
import { call } from '../../../../api/call.ts'
import { Combobox } from '../../../../form/Combobox.tsx'
import type { Choice, FieldSpec, InputProps, Line } from '../../../../form/FieldSpec.ts'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import { Button, IconButton } from '../../../../ui/Button.tsx'
import { showResult } from '../../../../ui/ResultPopup.tsx'

const lineOf = (id: number, placa: string): Line => ({ id: String(id), placa })
const noChoice: Choice = { id: null, text: '' }

/** One or many trucks of a new plan; a stored plan keeps its truck. */
export const camionesField: FieldSpec<readonly Line[], undefined, Plan> = {
  label: 'Camiones',
  empty: [],
  required: true,
  className: 'col-span-full',
  read: (_, { camion_id, camion }) => [lineOf(camion_id, camion)],
  send: (lines) => lines.map(({ id }) => Number(id)),
  format: (lines) => lines.map(({ placa }) => placa).join(', '),
  validate: (lines) => (lines.length === 0 ? 'Elige al menos un camión.' : undefined),
  Input: (field) => (field.form.isNew ? <CamionesInput {...field} /> : <OwnCamion {...field} />),
}

const OwnCamion = ({ value }: InputProps<readonly Line[]>) => (
  <p className="text-lg">
    <span className="block text-sm text-muted">Camión</span>
    {value[0]?.placa}
  </p>
)

function CamionesInput({ value, onChange, error, name, required, label }: InputProps<readonly Line[]>) {
  const [typed, setTyped] = useState(noChoice)
  const choose = (next: Choice) => {
    if (next.id === null) return setTyped(next)
    setTyped(noChoice)
    if (value.some(({ id }) => id === String(next.id))) return
    onChange([...value, lineOf(next.id, next.text)])
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60 md:max-w-sm">
          <Combobox
            label={label}
            name={name}
            value={typed}
            onChange={choose}
            useSearch={recordSources.camiones.useSearch}
            keyOf={recordSources.camiones.keyOf}
            placeholder="Escribe su placa o su marca"
            required={required}
            error={error}
          />
        </div>
        <AllCamionesButton onChosen={onChange} />
        {value.length > 1 && (
          <Button look="quiet" onClick={() => onChange([])}>
            Quitar todos
          </Button>
        )}
      </div>
      <ChosenCamiones
        lines={value}
        onRemove={(removed) => onChange(value.filter((each) => each !== removed))}
      />
    </div>
  )
}

function ChosenCamiones({ lines, onRemove }: { lines: readonly Line[]; onRemove: (line: Line) => void }) {
  if (lines.length === 0) return null
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {lines.length === 1 ? '1 camión elegido' : `${formatInteger(lines.length)} camiones elegidos`}
      </p>
      <ul className="flex max-h-48 flex-wrap gap-2 overflow-y-auto">
        {lines.map((line) => (
          <li key={line.id} className="flex items-center gap-1 rounded-ui border border-line bg-sunken pl-3">
            {line.placa}
            <IconButton label={`Quitar ${line.placa}`} onClick={() => onRemove(line)}>
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  )
}

const pageSize = 100

async function readAllCamiones() {
  const found: Line[] = []
  for (let pagina = 1; ; pagina += 1) {
    const { data } = await call('GET /api/camiones', { query: { pagina, porPagina: pageSize } })
    found.push(...data.map(({ id, placa }) => lineOf(id, placa)))
    if (data.length < pageSize || found.length >= maxPlanCamiones) return found.slice(0, maxPlanCamiones)
  }
}

function AllCamionesButton({ onChosen }: { onChosen: (lines: readonly Line[]) => void }) {
  const [busy, setBusy] = useState(false)
  const chooseAll = async () => {
    setBusy(true)
    try {
      onChosen(await readAllCamiones())
    } catch (error) {
      await showResult('error', messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} onClick={() => void chooseAll()}>
      Elegir todos los camiones
    </Button>
  )
}
