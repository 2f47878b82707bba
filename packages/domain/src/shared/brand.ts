declare const brand: unique symbol;

/** A primitive that has been checked. It is still a plain string or number at run time. */
export type Brand<Primitive, Name extends string> = Primitive & { readonly [brand]: Name };
