/** 8:30, 830, 0830, 8.30, 8h30, 8, 14 or 2:30 pm → `HH:MM`; null for no hour. */
export function parseHora(text: string): string | null {
  const typed = text.trim().toLowerCase()
  const parts =
    /^(\d{1,2})(?:\s*[:.h]\s*(\d{2}))?(?::\d{2})?\s*([ap])?\.?\s*(?:m\.?)?$/.exec(typed) ??
    /^(\d{1,2})(\d{2})\s*([ap])?\.?\s*(?:m\.?)?$/.exec(typed)
  if (!parts) return null
  const [, hours = '', minutes = '00', half] = parts
  const hour = half ? (Number(hours) % 12) + (half === 'p' ? 12 : 0) : Number(hours)
  const real = hour < 24 && Number(minutes) < 60 && !(half && (Number(hours) < 1 || Number(hours) > 12))
  return real ? `${String(hour).padStart(2, '0')}:${minutes}` : null
}
