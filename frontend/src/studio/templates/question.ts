/** A question to the user: for a name, or for confirmation that something may be deleted. */
export type Question =
	| {
			readonly kind: "name";
			readonly title: string;
			readonly label: string;
			readonly button: string;
			readonly name: string;
			/** The maximum length in characters. */
			readonly maxLength: number;
			readonly onConfirm: (name: string) => void;
	  }
	| {
			readonly kind: "delete";
			readonly title: string;
			readonly text: string;
			readonly button: string;
			readonly onConfirm: () => void;
	  };
