/** A question to the person: for a name, or whether something is to be deleted. */
export type Asking =
	| {
			readonly kind: "name";
			readonly title: string;
			readonly label: string;
			readonly button: string;
			readonly name: string;
			/** Characters. */
			readonly most: number;
			readonly done: (name: string) => void;
	  }
	| {
			readonly kind: "delete";
			readonly title: string;
			readonly text: string;
			readonly button: string;
			readonly done: () => void;
	  };
