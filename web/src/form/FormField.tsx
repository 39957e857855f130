import { shownIn } from './ConflictPanel.tsx'
import { same } from './check.ts'
import type { Form } from './useForm.ts'

export function FormField({ form, name }: { form: Form; name: string }) {
  const field = form.fields[name]
  if (!field) return null
  const { Input, label, className, empty } = field
  const { conflict } = form
  const theirs =
    conflict?.own.includes(name) && !same(form.fields, name, form.values, conflict.theirs) && conflict.theirs
  return (
    <div className={className}>
      <Input
        name={name}
        label={label}
        value={form.values[name] ?? empty}
        onChange={(value) => form.set({ [name]: value })}
        error={form.errors[name]}
        hint={theirs && `Otro usuario escribió: «${shownIn(form, name, theirs)}».`}
        required={form.required.has(name)}
        form={form}
      />
    </div>
  )
}
