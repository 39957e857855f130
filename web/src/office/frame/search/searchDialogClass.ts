/** At one height, whatever is found. */
export const searchDialogClass = 'mt-4! max-w-2xl! p-4! md:mt-20!'
