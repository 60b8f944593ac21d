import {post,get} from './.api.mjs'
